import { journey } from './orders.js'

journey('react')
