/** How many forms of this page hold what nobody has saved yet. */
let forms = 0;

/** Called while a form does; what it answers with ends it. */
export function holdUnsaved(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}

export const isUnsaved = () => forms > 0;
