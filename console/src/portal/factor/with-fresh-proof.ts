import type { Language } from '@doorwright/locales/languages.ts';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { CallError } from '../../shared/exchange.ts';
import { call } from '../call.ts';
import { loadWords } from '../words.ts';
import type { Ways } from './proof-ways.ts';

/** Shows the dialog in an element of its own. It says whether the user has proved themselves. */
async function askForProof(isPassword: boolean): Promise<boolean> {
  const language = document.documentElement.lang as Language;
  const [{ ProofDialog }, { data }] = await Promise.all([
    import('./ProofDialog.tsx'),
    call<Ways>('get-proofs'),
    loadWords(language, ['login', 'factor']),
  ]);
  if (isPassword && !data.ownPassword) return false;
  const ways = isPassword ? { ...data, password: true, factors: [] } : data;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const isProved = await new Promise<boolean>((resolve) => {
    root.render(createElement(ProofDialog, { ways, onDone: resolve }));
  });
  root.unmount();
  return isProved;
}

/**
 * Runs a call that needs a fresh proof of the user's identity. If the server refuses it as `proof-required`, the user proves themselves in
 * a dialog, and the call runs again. `password-proof-required` takes the password only. If they give up, the refusal stays.
 */
export async function withFreshProof<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isPassword = error instanceof CallError && error.code === 'password-proof-required';
    const isAsked = isPassword || (error instanceof CallError && error.code === 'proof-required');
    if (!isAsked || !(await askForProof(isPassword))) throw error;
    return run();
  }
}
