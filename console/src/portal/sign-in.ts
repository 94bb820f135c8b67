import { filled } from '@doorwright/locales';

export interface Credentials {
  organization: string;
  username: string;
  password: string;
  autoSignin: boolean;
}

interface Envelope {
  status: 'ok' | 'error';
  msg: string;
  code?: string;
}

interface Words {
  failed: string;
  failedToConnect: string;
}

/** Answers why one was not signed in, or nothing once one is. */
export async function signIn(credentials: Credentials, words: Words, language: string): Promise<string | undefined> {
  try {
    const response = await fetch('/api/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify({ type: 'login', application: 'app-built-in', ...credentials }),
    });
    const { status, code, msg } = (await response.json()) as Envelope;
    // Whoever is signed in already is where he wanted to be.
    if (status === 'ok' || code === 'sign-out-first') return undefined;
    return filled(words.failed, { error: msg });
  } catch (error) {
    return filled(words.failedToConnect, { error: (error as Error).message });
  }
}
