import type { ControlProps } from '../../../fields/control.ts';
import { FlagControl } from '../../../fields/FlagControl.tsx';
import { LazyNote } from './LazyNote.tsx';

/** The switch of the sign-up. The platform's organization has none, whatever is stored. */
export function SignUpControl(props: ControlProps<boolean>) {
  if (props.object.organization !== 'built-in') return <FlagControl {...props} />;
  return (
    <>
      <FlagControl {...props} value={false} isDisabled />
      <LazyNote />
    </>
  );
}
