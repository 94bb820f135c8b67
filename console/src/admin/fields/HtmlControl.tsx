import { Button } from '@patternfly/react-core';
import { useId } from 'react';
import { useNotify } from '../ui/Notices.tsx';
import { useTranslation } from '../words/use-translation.ts';
import type { ControlProps } from './control.ts';
import { TextAreaControl } from './TextAreaControl.tsx';

const isHtml = (file: File) => /\.html?$/i.test(file.name);

/** An HTML text, typed or uploaded as one file. */
export function HtmlControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const inputId = useId();
  const { field, label, isDisabled, onChange } = props;
  async function take([file, ...others]: readonly File[]) {
    if (!file || others.length > 0 || !isHtml(file)) return notify('danger', t('selectHtml'));
    const text = await file.text();
    const limit = field.schema.maxLength ?? Number.POSITIVE_INFINITY;
    if (text.length > limit) return notify('danger', t('fileTooLong', { limit }));
    onChange(text);
  }
  return (
    <>
      <TextAreaControl {...props} />
      <input
        id={inputId}
        type="file"
        accept=".html,text/html"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          // Without a reset, the browser ignores the same file when it is chosen again.
          target.value = '';
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        className="below"
        isDisabled={isDisabled}
        aria-label={`${t('clickToUpload')}: ${label}`}
        onClick={() => document.getElementById(inputId)?.click()}
      >
        {t('clickToUpload')}
      </Button>
    </>
  );
}
