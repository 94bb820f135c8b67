import { TextInput } from '@patternfly/react-core';
import { type KeyboardEvent, useId, useState } from 'react';
import { iconOf } from '../list/kind-icon.tsx';
import { Portrait } from '../ui/Portrait.tsx';
import { useTranslation } from '../words/use-translation.ts';

export interface Item {
  key: string;
  title: string;
  /** Distinguishes it from others with the same title. */
  detail?: string;
  kind: string;
  /** The avatar of a person, empty if they have none. It stands in place of the icon of the kind. */
  portrait?: string;
  run: () => void;
}

export interface Group {
  title: string;
  items: readonly Item[];
}

interface Props {
  text: string;
  groups: readonly Group[];
  isBusy: boolean;
  hint: string;
  onText: (text: string) => void;
}

/** A box with its results in groups. The focus stays in the box, and the arrow keys move through the results. */
export function ResultList({ text, groups, isBusy, hint, onText }: Props) {
  const { t } = useTranslation('search');
  const id = useId();
  const [active, setActive] = useState(0);
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(active, items.length - 1);
  const idOf = (item: Item | undefined) => (item ? `${id}-${items.indexOf(item)}` : undefined);
  const move = (by: number) => {
    const next = (at + by + items.length) % items.length;
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && items.length > 0) move(by);
    else if (event.key === 'Enter') items[at]?.run();
    else return;
    event.preventDefault();
  };
  const isEmpty = items.length === 0 && !isBusy;
  return (
    <>
      <TextInput
        type="search"
        role="combobox"
        aria-label={t('title')}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-results`}
        aria-autocomplete="list"
        aria-activedescendant={idOf(items[at])}
        placeholder={hint}
        autoComplete="off"
        autoFocus
        value={text}
        onKeyDown={onKeyDown}
        onChange={(_event, typed) => {
          setActive(0);
          onText(typed);
        }}
      />
      <p role="status" className={isEmpty ? 'quick-search-empty' : 'pf-v6-screen-reader'}>
        {isBusy ? '' : isEmpty ? t('nothing') : t('count', { count: items.length })}
      </p>
      <div
        id={`${id}-results`}
        role="listbox"
        aria-label={t('title')}
        aria-busy={isBusy}
        className="quick-search-results"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={group.title} role="group" aria-label={group.title}>
            <div aria-hidden className="quick-search-group">
              {group.title}
            </div>
            {group.items.map((item) => (
              <Result key={item.key} id={idOf(item)} item={item} isActive={item === items[at]} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function Result({ id, item, isActive }: { id: string | undefined; item: Item; isActive: boolean }) {
  const Icon = iconOf(item.kind);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the box has the focus and the keys
    <div id={id} role="option" aria-selected={isActive} className="quick-search-result" onClick={item.run}>
      <span className="quick-search-icon">
        {item.portrait === undefined ? <Icon /> : <Portrait src={item.portrait} name={item.title} size="sm" />}
      </span>
      <span className="quick-search-title">{item.title}</span>
      {item.detail && <span className="quick-search-detail">{item.detail}</span>}
    </div>
  );
}
