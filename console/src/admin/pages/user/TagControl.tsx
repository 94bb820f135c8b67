import { tagIn } from '@doorwright/crds/values/tag.ts';
import type { ControlProps } from '../../fields/control.ts';
import { TextControl } from '../../fields/TextControl.tsx';
import { SingleSelect } from '../../ui/SingleSelect.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { useRules } from './account-rules.ts';

/** One of the organization's tags, if it has any. In Chinese, the text after the bar is the label. */
export function TagControl(props: ControlProps<string>) {
  const { id, label, value, isDisabled, onChange, object } = props;
  const { t, language } = useTranslation();
  const tags = useRules(String(object.owner))?.tags ?? [];
  if (tags.length === 0) return <TextControl {...props} />;
  const offered = tags.map((tag) => {
    const { value: name, label: title } = tagIn(tag, language);
    return { value: name, title };
  });
  // A user can have a tag that the organization no longer lists.
  const kept = value && !offered.some((each) => each.value === value) ? [{ value, title: value }] : [];
  return (
    <SingleSelect
      id={id}
      label={label}
      choices={[{ value: '', title: t('none') }, ...offered, ...kept]}
      chosen={value}
      isDisabled={isDisabled}
      isFullWidth
      onChoose={onChange}
    />
  );
}
