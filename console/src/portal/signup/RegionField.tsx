import './region.css';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Field } from '../frame/Field.tsx';
import { t } from '../words.ts';
import { matching, regionsIn } from './regions.ts';

interface Props {
  label: string;
  isRequired: boolean;
  /** The chosen code. */
  value: string;
  problem: string | undefined;
  onChoose: (code: string) => void;
  onLeave: () => void;
}

/** A select with a text field. The arrow keys move through the matches, Enter takes one, Escape leaves. */
export function RegionField({ label, isRequired, value, problem, onChoose, onLeave }: Props) {
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const language = document.documentElement.lang;
  const all = useMemo(() => regionsIn(language), [language]);
  const textOf = (code: string) => all.find((each) => each.code === code)?.text ?? '';
  const isOpen = typed !== undefined;
  const found = isOpen ? matching(all, typed === textOf(value) ? '' : typed) : [];
  const active = found[at];

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  useEffect(() => {
    if (!isOpen) return;
    const show = () => list.current?.scrollIntoView({ block: 'nearest' });
    show();
    // The keyboard of a phone covers the page.
    visualViewport?.addEventListener('resize', show);
    return () => visualViewport?.removeEventListener('resize', show);
  }, [isOpen]);

  function search(text: string | undefined) {
    setTyped(text);
    setAt(text ? 0 : -1);
  }

  function choose(code: string) {
    onChoose(code);
    search(undefined);
  }

  function press(event: KeyboardEvent) {
    // The input method uses these keys while it composes a word.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (isOpen) setAt(Math.min(Math.max(at + step, 0), found.length - 1));
      else setTyped(textOf(value));
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active.code);
    }
    if (event.key === 'Escape') search(undefined);
  }

  /** A text that names one region counts as chosen, and an empty text as no choice. Any other text is dropped. */
  function settle(given: string | undefined) {
    const [only, another] = given ? matching(all, given) : [];
    const meant = all.find(({ code, text }) => given === code || given === text || text === `${given} (${code})`);
    if (given === '') onChoose('');
    else if (meant) onChoose(meant.code);
    else if (only && !another) onChoose(only.code);
    search(undefined);
  }

  function leave() {
    settle(typed);
    onLeave();
  }

  /** A browser fills in a field without focus, so no blur event comes. */
  const take = (input: HTMLInputElement) => (input === document.activeElement ? search : settle)(input.value);

  return (
    <Field
      name="region"
      label={label}
      role="combobox"
      aria-required={isRequired}
      aria-expanded={isOpen}
      aria-controls="regions"
      aria-autocomplete="list"
      aria-activedescendant={active && `region-${active.code}`}
      autoComplete="country-name"
      value={typed ?? textOf(value)}
      problem={problem}
      onChange={({ target }) => take(target)}
      onClick={() => setTyped(typed ?? textOf(value))}
      onKeyDown={press}
      onBlur={leave}
      after={
        <svg className="chevron" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="m3.5 6 4.5 4.5L12.5 6" />
        </svg>
      }
      beside={
        isOpen && (
          <div className="choices" id="regions" ref={list} role="listbox" tabIndex={-1} aria-label={label}>
            {found.map(({ code, text }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's
              <div
                key={code}
                id={`region-${code}`}
                role="option"
                tabIndex={-1}
                aria-selected={code === active?.code}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(code)}
              >
                {text}
              </div>
            ))}
            {found.length === 0 && (
              <div role="option" tabIndex={-1} aria-disabled="true" aria-selected="false">
                {t('regionNone')}
              </div>
            )}
          </div>
        )
      }
    />
  );
}
