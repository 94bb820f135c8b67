import { call } from '../call.ts';

/** The destination and purpose of a code. */
export interface CodeRequest {
  type: 'email' | 'phone';
  /** An address, or the masked one that the page shows. */
  dest: string;
  method: 'signup' | 'login' | 'forget' | 'reset';
  /** The organization of the user, where it is not the application's. */
  organization?: string;
  /** The user who recovers their password. */
  checkUser?: string;
}

/** A solved captcha. */
export interface Solved {
  type: string;
  /** The id of our picture. */
  id: string;
  /** The digits in the picture, or the token of a vendor. */
  answer: string;
}

export const sendCode = (applicationId: string, request: CodeRequest, solved?: Solved): Promise<unknown> =>
  call('send-verification-code', {
    body: {
      ...request,
      applicationId,
      ...(solved && { checkType: solved.type, checkId: solved.id, checkKey: solved.answer }),
    },
  });
