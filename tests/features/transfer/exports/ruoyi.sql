SET NAMES utf8mb4;
SET FOREIGN_KEY_CHECKS = 0;
DROP TABLE IF EXISTS `sys_user`;
CREATE TABLE `sys_user`  (
  `user_id` bigint(20) NOT NULL AUTO_INCREMENT COMMENT '用户ID',
  `dept_id` bigint(20) NULL DEFAULT NULL COMMENT '部门ID',
  `user_name` varchar(30) CHARACTER SET utf8 COLLATE utf8_general_ci NOT NULL COMMENT '用户账号',
  `nick_name` varchar(30) NOT NULL COMMENT '用户昵称, (x)',
  `user_type` varchar(2) NULL DEFAULT '00',
  `email` varchar(50) NULL DEFAULT '',
  `phonenumber` varchar(11) NULL DEFAULT '',
  `sex` char(1) NULL DEFAULT '0',
  `avatar` varchar(100) NULL DEFAULT '',
  `password` varchar(100) NULL DEFAULT '',
  `status` char(1) NULL DEFAULT '0',
  `del_flag` char(1) NULL DEFAULT '0',
  `login_ip` varchar(128) NULL DEFAULT '',
  `login_date` datetime(0) NULL DEFAULT NULL,
  `create_by` varchar(64) NULL DEFAULT '',
  `create_time` datetime(0) NULL DEFAULT NULL,
  `update_by` varchar(64) NULL DEFAULT '',
  `update_time` datetime(0) NULL DEFAULT NULL,
  `remark` varchar(500) NULL DEFAULT NULL,
  PRIMARY KEY (`user_id`) USING BTREE
) ENGINE = InnoDB AUTO_INCREMENT = 101 COMMENT = '用户信息表';
INSERT INTO `sys_user` VALUES (1, 103, 'ry-admin', '若依', '00', 'ry@example.com', '15888888888', '1', '/profile/avatar/2026/02/27/2c.png', '$2a$10$7JB720yubVSZvUI0rEqK/.VqGOZTH.ulu33dHOiBE8ByOhJIrdAu2', '0', '0', '127.0.0.1', '2022-11-22 15:05:43', 'admin', '2022-11-03 14:30:03', '', '2022-11-22 15:05:43', '管理员');
INSERT INTO `sys_user` VALUES (2, 105, 'ry', '若\'依', '00', 'ry2@example.com', '15666666666', '1', '', '$2a$10$7JB720yubVSZvUI0rEqK/.VqGOZTH.ulu33dHOiBE8ByOhJIrdAu2', '1', '0', '127.0.0.1', NULL, 'admin', '2022-11-03 14:30:03', '', NULL, '测试员');
