import { ModalHeader } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  title: string;
  about?: string | undefined;
  /** Marks an action that loses something. */
  isGrave?: boolean;
}

/** The title of a dialog. The library names its close button in English only, so this component sets the translated name. */
export function DialogHeader({ title, about, isGrave = false }: Props) {
  const { t } = useTranslation('console');
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const cross = here.current?.closest('[role=dialog]')?.querySelector('.pf-v6-c-modal-box__close button');
    cross?.setAttribute('aria-label', t('common:close'));
  }, [t]);
  return (
    <>
      <span ref={here} hidden />
      <ModalHeader
        title={title}
        {...(about && { description: about })}
        {...(isGrave && { titleIconVariant: 'warning', titleScreenReaderText: `${t('tones.warning')} ` })}
      />
    </>
  );
}
