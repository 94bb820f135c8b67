import { useNotify } from '../ui/Notices.tsx';
import { useTranslation } from '../words/use-translation.ts';
import type { ControlProps } from './control.ts';
import { HtmlUpload } from './HtmlUpload.tsx';
import { TextAreaControl } from './TextAreaControl.tsx';

const isHtml = (file: File) => /\.html?$/i.test(file.name);

/** An HTML text, typed or uploaded as one file. */
export function HtmlControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
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
      <HtmlUpload label={label} isDisabled={isDisabled} onFiles={(files) => void take(files)} />
    </>
  );
}
