import { call } from '../../../http/call.ts';
import type { Captcha } from '../../../portal/codes/captcha.ts';
import type { Solved } from '../../../portal/codes/send-code.ts';

export type ContactType = 'email' | 'phone';

/** The application with the captcha and mail provider for a user: the one that they signed up with. */
export async function applicationOf({ owner, name }: { owner: string; name: string }): Promise<string> {
  const { data } = await call<{ name: string }>('get-user-application', { query: { id: `${owner}/${name}` } });
  return `admin/${data.name}`;
}

export const newCaptcha = async (applicationId: string, form?: 'words'): Promise<Captcha> =>
  (await call<Captcha>('get-captcha', { query: { applicationId, form } })).data;

/** Sends a code for a new email or phone. */
export const sendCode = (applicationId: string, type: ContactType, dest: string, solved?: Solved): Promise<unknown> =>
  call('send-verification-code', {
    body: {
      applicationId,
      type,
      dest,
      method: 'reset',
      ...(solved && { checkType: solved.type, checkId: solved.id, checkKey: solved.answer }),
    },
  });
