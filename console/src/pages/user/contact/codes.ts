import { call } from '../../../http/call.ts';

export type ContactType = 'email' | 'phone';

export interface Captcha {
  /** `none` without a captcha, `Default` for our own image. */
  type: string;
  captchaId: string;
  /** An SVG in base64. */
  captchaImage: string;
  /** The digits in words, if the request asks for them. */
  captchaText: string;
}

export interface Solved {
  id: string;
  answer: string;
}

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
      ...(solved && { checkType: 'Default', checkId: solved.id, checkKey: solved.answer }),
    },
  });
