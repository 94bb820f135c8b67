import { languageNames, languages } from '@doorwright/locales/languages.ts';
import { GlobeIcon } from '@patternfly/react-icons/dist/esm/icons/globe-icon';
import { chooseLanguage, preferredLanguage } from '../../shared/language.ts';
import { useTranslation } from '../words/use-translation.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';

const choices = languages.map((value) => ({ value, title: languageNames[value], lang: value }));

export function LanguageMenu() {
  const { t } = useTranslation('console');
  return (
    <ChoiceMenu
      label={t('language')}
      icon={<GlobeIcon />}
      choices={choices}
      chosen={preferredLanguage()}
      onChoose={chooseLanguage}
    />
  );
}
