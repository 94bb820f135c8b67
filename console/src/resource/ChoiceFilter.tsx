import { useTranslation } from 'react-i18next';
import { Choose } from '../ui/Choose.tsx';

interface Props {
  title: string;
  choices: readonly string[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** One value of a column, or all of them. */
export function ChoiceFilter({ title, choices, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const offered = [{ value: '', title: t('all') }, ...choices.map((value) => ({ value, title: value }))];
  const shown = chosen ? offered : [{ value: '', title }, ...offered.slice(1)];
  return <Choose label={title} choices={shown} chosen={chosen} onChoose={onChoose} />;
}
