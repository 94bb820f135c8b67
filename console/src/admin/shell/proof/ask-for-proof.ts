import type { Language } from '@doorwright/locales/languages.ts';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Ways } from '../../../portal/factor/proof-ways.ts';
import { loadWords } from '../../../portal/words.ts';
import { call } from '../../http/call.ts';
import { needWords } from '../../words/catalogues.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** Shows the dialog in an element of its own, above the page. It says whether the user has proved themselves. */
export async function askForProof(): Promise<boolean> {
  const language = document.documentElement.lang as Language;
  const [{ data: ways }] = await Promise.all([
    call<Ways>('get-proofs'),
    needWords(['factor', 'login', 'users']),
    // The form of a passkey is the portal's.
    loadWords(language, ['factor']),
  ]);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const isProved = await new Promise<boolean>((resolve) => {
    root.render(createElement(ProofDialog, { ways, onDone: resolve }));
  });
  root.unmount();
  place.remove();
  return isProved;
}
