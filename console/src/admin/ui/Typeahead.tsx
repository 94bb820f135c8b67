import {
  MenuToggle,
  Select,
  SelectList,
  SelectOption,
  TextInputGroup,
  TextInputGroupMain,
} from '@patternfly/react-core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { usePopup } from './use-popup.ts';

/** What a choice shows beside its value or in its place. */
export interface ChoiceFacts {
  /** The text of a choice whose value is an id. */
  title?: string;
  icon?: ReactNode;
  detail?: string;
}

interface Props {
  id: string;
  label: string;
  /** The text in the box while the user does not type. */
  shown: string;
  typed: string;
  choices: readonly string[];
  facts?: ReadonlyMap<string, ChoiceFacts>;
  /** How many more choices a search can find. */
  more?: number;
  isSelected: (choice: string) => boolean;
  isDisabled: boolean;
  /** The chosen values, for a field with several. */
  children?: ReactNode;
  onType: (text: string) => void;
  onOpen: (isOpen: boolean) => void;
  onChoose: (choice: string) => void;
}

/** A combobox that filters its choices. Arrow keys move, Enter selects, Escape closes. */
export function Typeahead(props: Props) {
  const {
    id,
    label,
    shown,
    typed,
    choices,
    facts,
    more = 0,
    isSelected,
    isDisabled,
    children,
    onType,
    onOpen,
    onChoose,
  } = props;
  const { t } = useTranslation();
  const listId = useId();
  const [active, setActive] = useState(-1);
  const opener = usePopup((next) => {
    setActive(-1);
    onOpen(next);
    if (!next) onType('');
  });
  const { isOpen, turn, focus, toggleRef, menu } = opener;
  const optionId = (index: number) => `${listId}-${index}`;

  function choose(choice: string) {
    onChoose(choice);
    turn(false);
    focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices[active];
    if (step) {
      event.preventDefault();
      if (!isOpen) return turn(true);
      if (choices.length === 0) return;
      // Without an active choice, Up starts at the last one and Down at the first.
      const from = active < 0 && step < 0 ? 0 : active;
      setActive((from + step + choices.length) % choices.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!isOpen) turn(true);
      else if (choice !== undefined) choose(choice);
    } else if (event.key === 'Tab' && isOpen) {
      // The library would keep the focus here.
      event.stopPropagation();
      turn(false);
    }
  }

  return (
    <Select
      {...menu}
      variant="typeahead"
      onOpenChange={(next) => !next && turn(false)}
      onSelect={(_event, value) => choose(String(value))}
      toggle={{
        toggleRef,
        toggleNode: (
          <MenuToggle
            ref={toggleRef}
            variant="typeahead"
            isExpanded={isOpen}
            isDisabled={isDisabled}
            isFullWidth
            aria-label={label}
            onClick={() => turn(!isOpen)}
          >
            <TextInputGroup isPlain isDisabled={isDisabled}>
              <TextInputGroupMain
                inputId={id}
                value={isOpen ? typed : shown}
                placeholder={isOpen ? shown : ''}
                autoComplete="off"
                role="combobox"
                aria-label={label}
                isExpanded={isOpen}
                aria-controls={listId}
                {...(active >= 0 && { 'aria-activedescendant': optionId(active) })}
                onClick={() => !isOpen && turn(true)}
                onChange={(_event, text) => {
                  if (!isOpen) turn(true);
                  onType(text);
                  setActive(-1);
                }}
                // The labels before the input have keys of their own.
                inputProps={{ onKeyDown }}
              >
                {children}
              </TextInputGroupMain>
            </TextInputGroup>
          </MenuToggle>
        ),
      }}
    >
      <SelectList id={listId} aria-label={label}>
        {choices.map((choice, index) => (
          <SelectOption
            key={choice}
            id={optionId(index)}
            value={choice}
            isFocused={index === active}
            isSelected={isSelected(choice)}
            icon={facts?.get(choice)?.icon}
            description={facts?.get(choice)?.detail}
          >
            {(facts?.get(choice)?.title ?? choice) || t('none')}
          </SelectOption>
        ))}
        {choices.length === 0 && <SelectOption isDisabled>{t('console:nothingFound')}</SelectOption>}
        {more > 0 && <SelectOption isDisabled>{t('console:typeForMore', { count: more })}</SelectOption>}
      </SelectList>
    </Select>
  );
}
