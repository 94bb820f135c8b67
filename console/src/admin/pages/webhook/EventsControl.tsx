import { eventGroups, signInGroup } from '@doorwright/crds/options/event-groups.ts';
import { Button, Checkbox } from '@patternfly/react-core';
import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { useState } from 'react';
import type { ControlProps } from '../../fields/control.ts';
import { useChoiceWords } from '../../words/choice-words.ts';
import { useTranslation } from '../../words/use-translation.ts';
import './events.css';

/** The events by their subject. One tick chooses all of a subject. The value keeps the order of the choices. */
export function EventsControl({ id, field, label, value, isDisabled, onChange }: ControlProps<string[]>) {
  const chosen = new Set(value);
  const choices = field.schema.items?.enum ?? [];
  const put = (names: readonly string[], isOn: boolean) => {
    onChange(choices.filter((each) => (names.includes(each) ? isOn : chosen.has(each))));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be the second label of the field
    <div id={id} role="group" aria-label={label} className="events">
      {[...eventGroups].map(([group, events]) => (
        <EventGroup key={group} {...{ id, group, events, chosen, isDisabled, put }} />
      ))}
    </div>
  );
}

interface GroupProps {
  id: string;
  group: string;
  events: readonly string[];
  chosen: ReadonlySet<string>;
  isDisabled: boolean;
  put: (names: readonly string[], isOn: boolean) => void;
}

function EventGroup({ id, group, events, chosen, isDisabled, put }: GroupProps) {
  const { t, language } = useTranslation('webhook-deliveries');
  const word = useChoiceWords();
  const count = events.filter((each) => chosen.has(each)).length;
  const isPart = count > 0 && count < events.length;
  const [isOpen, setOpen] = useState(isPart);
  const title = group === signInGroup ? t('signInEvents') : t(`${group}:plural`);
  const number = (value: number) => value.toLocaleString(language);
  return (
    <div className="event-group">
      <div className="event-group-head">
        <Button
          variant="plain"
          size="sm"
          aria-expanded={isOpen}
          aria-label={t('eventsOf', { group: title })}
          icon={isOpen ? <AngleDownIcon /> : <AngleRightIcon className="pf-v6-m-mirror-inline-rtl" />}
          onClick={() => setOpen(!isOpen)}
        />
        <Checkbox
          id={`${id}-all-${group}`}
          label={title}
          // Null is a box that is ticked in part.
          isChecked={isPart ? null : count > 0}
          isDisabled={isDisabled}
          onChange={() => put(events, count < events.length)}
        />
        <span className="event-count">{t('eventCount', { chosen: number(count), total: number(events.length) })}</span>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be the second label of the group
        <div role="group" aria-label={title} className="choices">
          {events.map((event) => (
            <Checkbox
              key={event}
              id={`${id}-${event}`}
              label={word(event)}
              isChecked={chosen.has(event)}
              isDisabled={isDisabled}
              onChange={(_event, isOn) => put([event], isOn)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
