import { Button } from '@patternfly/react-core';
import { useRef } from 'react';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  /** The label of the field that the file fills. */
  label: string;
  isDisabled: boolean;
  isBusy?: boolean;
  onFiles: (files: File[]) => void;
}

/** The button that takes a file of HTML. */
export function HtmlUpload({ label, isDisabled, isBusy = false, onFiles }: Props) {
  const { t } = useTranslation('editor');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".html,text/html"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
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
    </>
  );
}
