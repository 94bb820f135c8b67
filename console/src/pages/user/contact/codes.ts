import { call } from '../../../http/call.ts';

export type ContactType = 'email' | 'phone';

export interface Captcha {
  /** `none` where the application asks for none, `Default` for the picture of ours. */
  type: string;
  captchaId: string;
  /** An SVG in base64. */
  captchaImage: string;
  /** The digits in words, where they were asked for. */
  captchaText: string;
}

export interface Solved {
  id: string;
  answer: string;
}

/** The application whose captcha and mail provider serve a user: the one he came through. */
export async function applicationOf({ owner, name }: { owner: string; name: string }): Promise<string> {
  const { data } = await call<{ name: string }>('get-user-application', { query: { id: `${owner}/${name}` } });
  return `admin/${data.name}`;
}

export const newCaptcha = async (applicationId: string, form?: 'words'): Promise<Captcha> =>
  (await call<Captcha>('get-captcha', { query: { applicationId, form } })).data;

/** Sends a code that is good for making an address one's own. */
export const sendCode = (applicationId: string, type: ContactType, dest: string, solved?: Solved): Promise<unknown> =>
  call('send-verification-code', {
    body: {
      applicationId,
      type,
      dest,
      method: 'reset',
      ...(solved && { checkType: 'Default', checkId: solved.id, checkKey: solved.answer }),
    },
  });
