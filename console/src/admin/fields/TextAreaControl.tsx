import { Button, TextArea } from '@patternfly/react-core';
import { CopyIcon } from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import { useCopy } from '../ui/use-copy.ts';
import { useTranslation } from '../words/use-translation.ts';
import { type ControlProps, validity } from './control.ts';

/** Code has ten lines. Another text shows all of its lines, up to a hundred. */
const [fewestLines, mostLines] = [10, 100];

/** A text of several lines. Code has letters of one width and a button that copies it. */
export function TextAreaControl({ id, field, label, value, isDisabled, problem, onChange }: ControlProps<string>) {
  const { t } = useTranslation();
  const copy = useCopy();
  const isCode = field.control !== 'textarea';
  const lines = isCode ? fewestLines : (value ?? '').split('\n').length;
  return (
    <>
      <TextArea
        id={id}
        aria-label={label}
        value={value ?? ''}
        isDisabled={isDisabled}
        {...validity({ id, problem })}
        rows={Math.min(mostLines, Math.max(fewestLines, lines))}
        maxLength={field.schema.maxLength}
        resizeOrientation="vertical"
        spellCheck={!isCode}
        {...(isCode && { className: 'code' })}
        onChange={(_event, text) => onChange(text)}
      />
      {isCode && value && (
        <Button
          variant="link"
          size="sm"
          icon={<CopyIcon />}
          aria-label={`${t('copy')}: ${label}`}
          onClick={() => void copy(value, t('copied'))}
        >
          {t('copy')}
        </Button>
      )}
    </>
  );
}
