import { AdjustIcon } from '@patternfly/react-icons/dist/esm/icons/adjust-icon';
import { chooseTheme, themes, useTheme } from '../../shared/theme.ts';
import { useTranslation } from '../words/use-translation.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';

export function ThemeMenu() {
  const { t } = useTranslation('console');
  const choices = themes.map((value) => ({ value, title: t(`themes.${value}`) }));
  return (
    <ChoiceMenu label={t('theme')} icon={<AdjustIcon />} choices={choices} chosen={useTheme()} onChoose={chooseTheme} />
  );
}
