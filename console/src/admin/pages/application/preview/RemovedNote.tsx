import { FieldTexts } from '../../../fields/FieldTexts.tsx';
import { removedText } from '../removed-text.ts';
import { usePagePreview } from './use-page-preview.ts';

const pages = { signinHtml: 'signin', signupHtml: 'signup' } as const;

/** What a page will leave out of its HTML, before anybody saves it. */
export function RemovedNote({ id }: { id: string }) {
  const shown = usePagePreview(true);
  const text = removedText(shown?.[pages[id as keyof typeof pages]].removed ?? []);
  return <FieldTexts id={id} warnings={text ? [text] : []} />;
}
