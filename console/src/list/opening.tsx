import type { ReactNode } from 'react';

/** The content of a cell as a button that opens the details of its row. */
export const opening = (isOpen: boolean, onOpen: () => void, content: ReactNode) => (
  <button type="button" className="pf-v6-c-button pf-m-link pf-m-inline" aria-expanded={isOpen} onClick={onOpen}>
    <span className="pf-v6-c-button__text">{content}</span>
  </button>
);
