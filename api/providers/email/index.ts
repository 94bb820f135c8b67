import type { Behaviours } from '../behaviour-of.ts';
import { defaultEmail } from './default-email.ts';
import type { MailService } from './mail-service.ts';
import { xoauth2 } from './xoauth2.ts';

export const mailServices: Behaviours<'Email', MailService> = {
  Default: defaultEmail,
  XOAUTH2: xoauth2,
};
