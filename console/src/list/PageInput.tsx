import '@patternfly/react-styles/css/components/FormControl/form-control.css';
import { useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  page: number;
  last: number;
  onTurn: (page: number) => void;
}

/** Jumps to a page by its number. */
export function PageInput({ page, last, onTurn }: Props) {
  const { t } = useTranslation('console');
  // What somebody types counts until the page turns.
  const [typed, setTyped] = useState({ on: page, text: String(page) });
  const text = typed.on === page ? typed.text : String(page);
  const type = (next: string) => setTyped({ on: page, text: next });
  return (
    <div className="pf-v6-c-pagination__nav-page-select">
      <span className={last === 1 ? 'pf-v6-c-form-control pf-m-disabled' : 'pf-v6-c-form-control'}>
        <input
          aria-label={t('currentPage')}
          type="number"
          min={1}
          max={last}
          value={text}
          disabled={last === 1}
          onChange={({ currentTarget: { value } }) =>
            type(value && String(Math.min(Math.max(Math.trunc(Number(value)), 1), last)))
          }
          onKeyDown={({ key }) => {
            if (key !== 'Enter') return;
            if (text && Number(text) !== page) onTurn(Number(text));
            else type(String(page));
          }}
        />
      </span>
      <span aria-hidden="true">/ {last}</span>
    </div>
  );
}
