import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { Control, ControlProps } from './control.ts';
import { ReadOnlyControl } from './ReadOnlyControl.tsx';

/** A control whose file loads when its tab opens. Until then, the value is shown. */
export function lateControl(load: () => Promise<Control>): Control {
  const Part = lazyPart<ControlProps>(load);
  return (props: ControlProps) => {
    return (
      <Suspense fallback={<ReadOnlyControl {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
