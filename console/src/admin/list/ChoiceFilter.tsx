import { SingleSelect } from '../ui/SingleSelect.tsx';
import { useChoiceWords } from '../words/choice-words.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  title: string;
  choices: readonly string[];
  /** The choices in groups, if there are many. */
  groups?: Readonly<Record<string, readonly string[]>>;
  chosen: string;
  onChoose: (value: string) => void;
}

/** A filter for one value of a column. */
export function ChoiceFilter({ title, choices, groups, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const word = useChoiceWords();
  const first = { value: '', title: chosen ? t('all') : title };
  const listed = groups
    ? Object.entries(groups).flatMap(([group, values]) => values.map((value) => ({ value, group: word(group) })))
    : choices.map((value) => ({ value }));
  const offered = listed.map((choice) => ({ ...choice, title: word(choice.value) }));
  return <SingleSelect label={title} choices={[first, ...offered]} chosen={chosen} onChoose={onChoose} />;
}
