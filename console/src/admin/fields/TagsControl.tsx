import { Button, InputGroup, InputGroupItem, Label, LabelGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { folded } from '../ui/folded.ts';
import { useTranslation } from '../words/use-translation.ts';
import { type ControlProps, validity } from './control.ts';

/** A list of free texts, added with Enter and removed one by one. */
export function TagsControl({ id, label, field, value, isDisabled, problem, onChange }: ControlProps<string[]>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const tags = value ?? [];
  const enter = () => {
    const tag = text.trim();
    if (tag && !tags.includes(tag)) onChange([...tags, tag]);
    setText('');
  };
  return (
    <>
      {tags.length > 0 && (
        <LabelGroup aria-label={label} {...folded(t, tags.length, 20)} className="tags">
          {tags.map((tag) => (
            <Label
              key={tag}
              closeBtnAriaLabel={`${t('delete')} ${tag}`}
              {...(!isDisabled && { onClose: () => onChange(tags.filter((each) => each !== tag)) })}
            >
              {tag}
            </Label>
          ))}
        </LabelGroup>
      )}
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            id={id}
            aria-label={label}
            value={text}
            isDisabled={isDisabled}
            maxLength={field.schema.items?.maxLength}
            {...validity({ id, problem })}
            onChange={(_event, next) => setText(next)}
            // A text that the user typed without Enter counts too.
            onBlur={enter}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              enter();
            }}
          />
        </InputGroupItem>
        <InputGroupItem>
          <Button variant="control" isDisabled={isDisabled} onClick={enter} aria-label={`${t('add')}: ${label}`}>
            {t('add')}
          </Button>
        </InputGroupItem>
      </InputGroup>
    </>
  );
}
