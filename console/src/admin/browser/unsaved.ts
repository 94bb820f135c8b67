/** The number of forms on this page with unsaved changes. */
let forms = 0;

/** Counts a form with unsaved changes. The returned function ends that. */
export function holdUnsaved(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}

export const isUnsaved = () => forms > 0;
