import { FormGroupLabelHelp, Popover } from '@patternfly/react-core';
import { useRef, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';

/** The button beside a label, and the text that it opens. An editor has dozens, so the text exists from its first opening on. */
export function FieldHelp({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('console');
  const button = useRef<HTMLSpanElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const name = t('helpFor', { field: label });
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <FormGroupLabelHelp ref={button} aria-label={name} {...(!isWanted && { onClick: open })} />
      {isWanted && (
        <Popover
          triggerRef={button}
          isVisible={isOpen}
          shouldOpen={open}
          shouldClose={() => setOpen(false)}
          aria-label={name}
          bodyContent={text}
          closeBtnAriaLabel={t('common:close')}
        />
      )}
    </>
  );
}
