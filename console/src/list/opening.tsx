import type { ReactNode } from 'react';

/** The content of a cell as a button that opens the details of its row. */
export const opening = (onOpen: () => void, content: ReactNode) => (
  <button type="button" className="pf-v6-c-button pf-m-link pf-m-inline" onClick={onOpen}>
    <span className="pf-v6-c-button__text">{content}</span>
  </button>
);
