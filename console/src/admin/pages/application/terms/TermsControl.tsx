import { Button } from '@patternfly/react-core';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ControlProps } from '../../../fields/control.ts';
import { TextControl } from '../../../fields/TextControl.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useTermsUpload } from './use-terms-upload.ts';

const ShortenedTerms = lazyDialog([], async () => (await import('./ShortenedTerms.tsx')).ShortenedTerms);

/** The address of the terms of use, typed or made by uploading one HTML file. */
export function TermsControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const { label, isDisabled } = props;
  const input = useRef<HTMLInputElement>(null);
  const { take, isBusy, shortened } = useTermsUpload();
  // The file belongs to a stored application.
  const isStored = Number(useFormContext().formState.defaultValues?.version) > 0;
  return (
    <>
      <TextControl {...props} />
      {isStored && (
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
      )}
    </>
  );
}
