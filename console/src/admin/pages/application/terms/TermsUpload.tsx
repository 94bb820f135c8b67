import type { ControlProps } from '../../../fields/control.ts';
import { HtmlUpload } from '../../../fields/HtmlUpload.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTermsUpload } from './use-terms-upload.ts';

const ShortenedTerms = lazyDialog([], async () => (await import('./ShortenedTerms.tsx')).ShortenedTerms);

/** Uploads one HTML file as the terms of use. */
export function TermsUpload({ label, isDisabled }: Pick<ControlProps<string>, 'label' | 'isDisabled'>) {
  const { take, isBusy, shortened } = useTermsUpload();
  return (
    <>
      <HtmlUpload label={label} isDisabled={isDisabled} isBusy={isBusy} onFiles={take} />
      {shortened && <ShortenedTerms {...shortened} />}
    </>
  );
}
