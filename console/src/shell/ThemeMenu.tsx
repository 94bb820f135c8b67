import { AdjustIcon } from '@patternfly/react-icons/dist/esm/icons/adjust-icon';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import { chooseTheme, themes, useTheme } from './theme.ts';

export function ThemeMenu() {
  const { t } = useTranslation('console');
  const choices = themes.map((value) => ({ value, title: t(`themes.${value}`) }));
  return (
    <ChoiceMenu label={t('theme')} icon={<AdjustIcon />} choices={choices} chosen={useTheme()} onChoose={chooseTheme} />
  );
}
