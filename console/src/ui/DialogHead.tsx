import { ModalHeader } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  title: string;
  about?: string | undefined;
  /** What is done by it should be thought about twice. */
  isGrave?: boolean;
}

/** What a dialog is about. Its cross has an English name, and the library no way to give it another: it is given here. */
export function DialogHead({ title, about, isGrave = false }: Props) {
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
