import { brandOf } from '@doorwright/crds/brand/brand-of.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { dialledNumber } from '../../kinds/user/phone-spellings.ts';
import { writtenLetter } from '../../providers/email/letter.ts';
import { sendMail } from '../../providers/email/send.ts';
import { refuseUnready, sendText } from '../../providers/sms/send.ts';
import type { ContactType } from '../place/contacts.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import { type Sender, senderOf } from '../place/sender.ts';
import { codeMinutes } from './issue.ts';
import { namesOf, readersLanguages } from './reader.ts';

/** The service that sends a code or link to a user. */
export async function codeSender(
  deps: Pick<PortalDeps, 'db' | 'store'>,
  type: ContactType,
  wanted: Parameters<typeof senderOf>[2],
): Promise<Sender> {
  const sender = await senderOf(deps, type === 'email' ? 'Email' : 'SMS', wanted);
  if (!sender) throw new Refusal(type === 'email' ? 'email-provider-missing' : 'sms-provider-missing');
  if (type === 'phone') refuseUnready(sender.provider);
  return sender;
}

interface Letter {
  organization: Organization;
  /** None where users change their own address. */
  application: Application | undefined;
  /** None where nobody has the address yet. */
  user: User | undefined;
  to: string;
  code: string;
  /** The address of a link, which the letter has in place of a code. */
  link?: string;
  /** The language of the request. Jobs of an earlier release have none. */
  language: string | undefined;
  now: Date;
}

/** Sends the provider's text with the code or the link. No error ever contains the code. */
export async function deliverCode(
  { egress, config }: PortalDeps,
  { provider, organization: sending }: Sender,
  { organization, application, user, to, code, link, language, now }: Letter,
): Promise<void> {
  const { phonePrefix } = organization;
  if (provider.category === 'SMS')
    return sendText({ provider, organization: sending, to: dialledNumber(to, phonePrefix), code, now }, egress);
  const sender = organization.displayName || organization.name;
  const written = await writtenLetter(provider, {
    letter: link ? 'link' : 'code',
    languages: readersLanguages({ user, language, organization }),
    values: {
      ...(link ? { link } : { code }),
      minutes: String(codeMinutes),
      ...namesOf({ organization, application, user, to }),
    },
    sender: { name: application?.displayName || sender, looks: brandOf(application, organization) },
  });
  const way = egress.for(egressOwnerOf(provider, sending));
  return sendMail(
    provider,
    { ...written, sender, receivers: [to] },
    { way, host: new URL(config.DOORWRIGHT_ORIGIN).hostname },
  );
}
