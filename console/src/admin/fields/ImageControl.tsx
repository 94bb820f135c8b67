import { useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { isAddress } from './address.ts';
import type { ControlProps } from './control.ts';
import { FieldTexts } from './FieldTexts.tsx';
import { TextControl } from './TextControl.tsx';
import { useSettled } from './use-settled.ts';

/** The address of a picture, with the picture. */
export function ImageControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const { settled = '' } = useSettled(props.value ?? '');
  const [broken, setBroken] = useState('');
  const shown = isAddress(settled, 'image') ? settled : '';
  const isBroken = shown !== '' && broken === shown;
  return (
    <>
      <TextControl {...props} />
      {shown && !isBroken && (
        <img key={shown} src={shown} alt="" className="preview" onError={() => setBroken(shown)} />
      )}
      <FieldTexts id={props.id} warnings={isBroken ? [t('checks.picture')] : []} />
    </>
  );
}
