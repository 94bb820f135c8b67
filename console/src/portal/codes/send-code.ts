import { call } from '../call.ts';

/** The destination and purpose of a code. */
export interface CodeRequest {
  type: 'email' | 'phone';
  /** An address, or the masked one that the page shows. */
  dest: string;
  method: 'signup' | 'login' | 'forget';
  /** The organization of the user, where it is not the application's. */
  organization?: string;
  /** The user who recovers their password. */
  checkUser?: string;
}

/** A solved captcha: the digits in the picture with this id. */
export interface Solved {
  id: string;
  answer: string;
}

export const sendCode = (applicationId: string, request: CodeRequest, solved?: Solved): Promise<unknown> =>
  call('send-verification-code', {
    body: {
      ...request,
      applicationId,
      ...(solved && { checkType: 'Default', checkId: solved.id, checkKey: solved.answer }),
    },
  });
