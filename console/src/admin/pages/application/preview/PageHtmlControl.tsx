import { Suspense } from 'react';
import type { ControlProps } from '../../../fields/control.ts';
import { HtmlControl } from '../../../fields/HtmlControl.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const RemovedNote = lazyPart(async () => (await import('./RemovedNote.tsx')).RemovedNote);

/** The HTML of a page, with what the page will leave out. */
export const PageHtmlControl = (props: ControlProps<string>) => (
  <>
    <HtmlControl {...props} />
    {props.value && (
      <Suspense>
        <RemovedNote id={props.id} />
      </Suspense>
    )}
  </>
);
