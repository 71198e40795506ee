import { journey } from './orders.js'

journey('vue')
