/** The texts of the lobby and of public profiles, loaded with them. */
import { translator } from '../i18n/translate';

export const lobbyText = await translator('lobby');
