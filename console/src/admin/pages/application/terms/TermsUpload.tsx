import { Button } from '@patternfly/react-core';
import { useRef } from 'react';
import type { ControlProps } from '../../../fields/control.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useTermsUpload } from './use-terms-upload.ts';

const ShortenedTerms = lazyDialog([], async () => (await import('./ShortenedTerms.tsx')).ShortenedTerms);

/** Uploads one HTML file as the terms of use. */
export function TermsUpload({ label, isDisabled }: Pick<ControlProps<string>, 'label' | 'isDisabled'>) {
  const { t } = useTranslation('editor');
  const input = useRef<HTMLInputElement>(null);
  const { take, isBusy, shortened } = useTermsUpload();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".html,text/html"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Without a reset, the browser ignores the same file when it is chosen again.
          target.value = '';
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        className="below"
        isDisabled={isDisabled}
        isLoading={isBusy}
        aria-label={`${t('clickToUpload')}: ${label}`}
        onClick={() => input.current?.click()}
      >
        {t('clickToUpload')}
      </Button>
      {shortened && <ShortenedTerms {...shortened} />}
    </>
  );
}
