export const syncerTypes = ['Database', 'LDAP', 'Keycloak'] as const;
export const databaseTypes = ['mysql', 'postgres', 'mssql', 'oracle', 'sqlite3'] as const;
export const syncerTlsModes = ['verify-full', 'require', 'disable'] as const;
export const keycloakReadings = ['Database', 'Admin API'] as const;
export const columnTypes = ['string', 'integer', 'boolean'] as const;

/** The fields of a user that a column can fill, with the names of Casdoor 2022. */
export const mappedFields = [
  'Name',
  'CreatedTime',
  'UpdatedTime',
  'Id',
  'Type',
  'Password',
  'PasswordSalt',
  'DisplayName',
  'FirstName',
  'LastName',
  'Avatar',
  'PermanentAvatar',
  'Email',
  'EmailVerified',
  'Phone',
  'Location',
  'Address',
  'Affiliation',
  'Title',
  'IdCardType',
  'IdCard',
  'Homepage',
  'Bio',
  'Tag',
  'Region',
  'Language',
  'Gender',
  'Birthday',
  'Education',
  'Score',
  'Ranking',
  'IsDefaultAvatar',
  'IsOnline',
  'IsAdmin',
  'IsGlobalAdmin',
  'IsForbidden',
  'IsDeleted',
  'CreatedIp',
] as const;

/** The table and columns of Keycloak's users, which the type Keycloak fills in. */
export const keycloakTable = 'user_entity';

const column = (
  name: string,
  casdoorName: (typeof mappedFields)[number],
  type: (typeof columnTypes)[number] = 'string',
) => ({ name, type, casdoorName, isHashed: true, values: [] as string[] });

export const keycloakColumns = [
  column('ID', 'Id'),
  column('USERNAME', 'Name'),
  column('LAST_NAME+FIRST_NAME', 'DisplayName'),
  column('EMAIL', 'Email'),
  column('EMAIL_VERIFIED', 'EmailVerified', 'boolean'),
  column('FIRST_NAME', 'FirstName'),
  column('LAST_NAME', 'LastName'),
  column('CREATED_TIMESTAMP', 'CreatedTime'),
  column('ENABLED', 'IsForbidden', 'boolean'),
];
