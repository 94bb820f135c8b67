import type { ControlProps } from '../../../fields/control.ts';
import { FieldTexts } from '../../../fields/FieldTexts.tsx';
import { HtmlControl } from '../../../fields/HtmlControl.tsx';
import { removedText } from '../removed-text.ts';
import { usePagePreview } from './use-page-preview.ts';

const pages = { signinHtml: 'signin', signupHtml: 'signup' } as const;

/** The HTML of a page. Below it stands what the page will leave out, before anybody saves it. */
export function PageHtmlControl(props: ControlProps<string>) {
  const { id, value } = props;
  const shown = usePagePreview(value !== '');
  const removed = value ? (shown?.[pages[id as keyof typeof pages]].removed ?? []) : [];
  const text = removedText(removed);
  return (
    <>
      <HtmlControl {...props} />
      <FieldTexts id={id} warnings={text ? [text] : []} />
    </>
  );
}
