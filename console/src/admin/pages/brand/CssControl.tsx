import { readCss } from '@doorwright/crds/brand/own-css.ts';
import type { ControlProps } from '../../fields/control.ts';
import { FieldTexts } from '../../fields/FieldTexts.tsx';
import { TextAreaControl } from '../../fields/TextAreaControl.tsx';
import { useSettled } from '../../fields/use-settled.ts';
import { useTranslation } from '../../words/use-translation.ts';

/** CSS within limits. The first rule that a page would not take is named before anybody saves it. */
export function CssControl(props: ControlProps<string>) {
  const { t } = useTranslation('problems');
  const { settled = '' } = useSettled(props.value ?? '');
  const { problem } = readCss(settled);
  return (
    <>
      <TextAreaControl {...props} />
      <FieldTexts
        id={props.id}
        warnings={problem && !props.problem ? [t(`problems:${problem.code}`, problem.params)] : []}
      />
    </>
  );
}
