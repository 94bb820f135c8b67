import { Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ControlProps } from '../../../fields/control.ts';
import { TextControl } from '../../../fields/TextControl.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const TermsUpload = lazyPart(async () => (await import('./TermsUpload.tsx')).TermsUpload);

/** The address of the terms of use, typed or made by uploading one HTML file. */
export function TermsControl(props: ControlProps<string>) {
  // The file belongs to a stored application.
  const isStored = Number(useFormContext().formState.defaultValues?.version) > 0;
  return (
    <>
      <TextControl {...props} />
      {isStored && (
        <Suspense>
          <TermsUpload label={props.label} isDisabled={props.isDisabled} />
        </Suspense>
      )}
    </>
  );
}
