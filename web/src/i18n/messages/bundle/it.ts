/** Italian: the big catalogue, and those areas whose words are needed from the start. */
import { it as custom } from '../custom/it';
import { it as guide } from '../guide/it';
import { it as knowledge } from '../knowledge/it';
import { it as levels } from '../levels/it';
import { it as a11y } from '../a11y/it';
import { it as most } from '../it';

export const it = { ...most, ...custom, ...guide, ...knowledge, ...levels, ...a11y };
