import { call } from '../call.ts';

/** Where a code goes and what it will be good for. */
export interface CodeRequest {
  type: 'email' | 'phone';
  /** An address, or the masked one that was shown. */
  dest: string;
  method: 'signup' | 'login' | 'forget';
  /** Of the user, where it is not the application's. */
  organization?: string;
  /** Who recovers his password. */
  checkUser?: string;
}

/** A captcha that was solved: what stands in the picture with this id. */
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
