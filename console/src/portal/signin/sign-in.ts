import { call, Refused } from '../call.ts';
import { t } from '../words.ts';

interface Form {
  type: string;
  application: string;
  organization: string;
  username: string;
  password: string;
  autoSignin: boolean;
}

/** Answers why one was not signed in, or nothing once one is. */
export async function signIn(form: Form): Promise<string | undefined> {
  try {
    await call('login', { body: form });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Whoever is signed in already is where he wanted to be.
    if (error.code === 'sign-out-first') return;
    return error.code === 'unreachable' ? error.message : t('failed', { error: error.message });
  }
}
